import { counted } from '../../core/counted';
import type { ScriptedPage } from './scriptedPage';

/** Changes the discussion, and fills in URLs of the task. */
export interface ConversationAutomation {
  /** Imports conversations from a text or file of any known format. Resolves to the number of messages; rejects if there are none. */
  importConversation(source: string | Blob): Promise<number>;
  /** Adds the task that was copied and the answer to it to the discussion. Rejects if none was copied. */
  addAnswer(text: string): Promise<void>;
  /** Uses a text for the URL at this place in the task, counted from 0. Rejects if there is none, or the text can't be used. */
  pasteUrl(index: number, text: string): Promise<void>;
  /** Replaces the oldest messages of the discussion by a summary by rules. Resolves to their number; rejects if all stay. */
  compress(): Promise<number>;
}

export function automateConversation({ open, whenIdle }: ScriptedPage): ConversationAutomation {
  return {
    async importConversation(source) {
      const workspace = open();
      const importing = workspace.conversation.startImport();
      await importing.look(new Blob([source]));
      const all = importing.found?.kind === 'found' ? [...importing.found.discussions.keys()] : [];
      const isDone = await importing.create(all);
      importing.close();
      if (!isDone && importing.found?.kind === 'refused')
        throw new Error(`the conversation can't be read: ${importing.found.reason}`);
      await whenIdle();
      return workspace.conversation.discussions.messages.length;
    },
    async addAnswer(text) {
      const { exchanges, attachments } = open().conversation;
      const refused = exchanges.answer(await attachments.takeOut(text)) ?? exchanges.commit();
      if (refused !== undefined) throw new Error(`the answer can't be added: ${refused}; copy a task first`);
      await whenIdle();
    },
    async pasteUrl(index, text) {
      const { urls } = open().conversation;
      const url = urls.list[index]?.url;
      if (url === undefined) throw new Error(`the task has only ${counted(urls.list.length, 'URL')}`);
      const refused = await urls.paste(url, text);
      if (refused !== undefined) throw new Error(`${url}: ${refused}`);
      await whenIdle();
    },
    async compress() {
      const { compressions } = open().conversation;
      await compressions.start();
      const { open: made } = compressions;
      if (made === undefined) throw new Error('there is nothing to compress: all messages stay');
      const isSaved = made.failure === undefined && made.save();
      compressions.close();
      if (!isSaved) throw new Error(made.failure ?? 'the discussion has changed meanwhile');
      await whenIdle();
      return made.fold.covers.length;
    },
  };
}
