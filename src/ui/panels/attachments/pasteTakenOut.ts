import { findLargeData, LARGE } from '../../../core/attachments/largeData';

/** UTF-16 units in which large data is found within a frame. */
const AT_ONCE = 100_000;

/**
 * For a text box: takes large data out of a pasted text before it is inserted. `onvalue` receives the new value if the box is
 * gone by then.
 */
export function pasteTakenOut(takeOut: (text: string) => Promise<string>, onvalue: (value: string) => void) {
  return (field: HTMLTextAreaElement) => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.length < LARGE || (text.length <= AT_ONCE && findLargeData(text).length === 0)) return;
      event.preventDefault();
      void takeOut(text).then((kept) => {
        field.setRangeText(kept, field.selectionStart, field.selectionEnd, 'end');
        if (field.isConnected) field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        else onvalue(field.value);
      });
    };
    field.addEventListener('paste', paste);
    return () => {
      field.removeEventListener('paste', paste);
    };
  };
}
