/** A ChatGPT export with one conversation of questions, answers, code, and its output, and another branch at its end. */
export function chatExport(turns: number): string {
  const mapping: Record<string, unknown> = { root: { parent: null, children: ['hidden'], message: null } };
  let parent = 'root';
  const add = (id: string, role: string, content: object, more: object = {}) => {
    mapping[id] = {
      ...{ id, parent, children: [] },
      message: {
        author: { role },
        content,
        create_time: 1_700_000_000.5,
        recipient: 'all',
        weight: 1,
        ...more,
      },
    };
    parent = id;
  };
  const text = (written: string) => ({ content_type: 'text', parts: [written] });
  add('hidden', 'system', text('Secret'), { metadata: { is_visually_hidden_from_conversation: true } });
  for (let turn = 0; turn < turns; turn += 1) {
    add(`question ${turn}`, 'user', text(`Question ${turn}?\n\n---\n\nUser: <b>really</b>?`), {
      metadata: turn === 0 ? { attachments: [{ name: 'data.csv' }] } : {},
    });
    add(
      `call ${turn}`,
      'assistant',
      { content_type: 'code', text: `print(${turn})` },
      { recipient: 'python' },
    );
    add(`output ${turn}`, 'tool', {
      content_type: 'execution_output',
      text: `${turn}\r\n`.repeat(1 + turn * 40),
    });
    add(
      `answer ${turn}`,
      'assistant',
      text(`Answer ${turn}.\n\n${'A long line of words. '.repeat(turn * 9)}`),
    );
  }
  const end = parent;
  parent = `question ${turns - 1}`;
  add('other', 'assistant', text('Another answer.'));
  return JSON.stringify([{ title: 'Slow tests', mapping, current_node: end }]);
}
