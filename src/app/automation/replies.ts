import { bytesToByteString } from '../../core/git/byteString';
import type { ScriptedPage } from './scriptedPage';

/** Reads a model's reply and uses its edits. */
export interface ReplyAutomation {
  /** Reads a reply and accepts its sure edits, or all that have a place. */
  readReply(text: string, accepted: 'sure' | 'all'): Promise<void>;
  /** Writes the accepted edits to the folder. Rejects if they are not all written. */
  writeReply(): Promise<void>;
  /** The accepted edits as a patch, one character a byte. */
  replyPatch(): Promise<string>;
}

export function automateReplies({ open, whenIdle, notes }: ScriptedPage): ReplyAutomation {
  return {
    async readReply(text, accepted) {
      await whenIdle();
      const { reply } = open();
      const { replyReport } = await import('../replies/replyReport');
      await reply.read(text);
      if (reply.state.kind === 'failed') throw new Error(`the reply can't be read: ${reply.state.reason}`);
      if (accepted === 'sure') reply.acceptSure();
      else reply.acceptAll();
      notes.reply = replyReport(reply);
    },
    async writeReply() {
      const result = await open().reply.write();
      if (result.kind !== 'done') throw new Error(`the edits can't be written: ${JSON.stringify(result)}`);
      await whenIdle();
    },
    async replyPatch() {
      const made = await open().reply.patch();
      if (made.kind === 'refused') throw new Error(`${made.path} ${made.reason}`);
      return bytesToByteString(made.patch);
    },
  };
}
