/** Attachment: focuses an element that replaces the focused one. The browser would reset the focus to the page. */
export function focusIfLost(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus();
}
