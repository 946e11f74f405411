import { isObject, objectsIn, textOf, timeOf, type Fields } from '../foreignMessage';
import { discussionOf, type ConversationImporter, type Item } from './importer';
import { jsonOf, paragraphs, quoted } from './quoted';

/** A chat that VS Code has exported as JSON, or one of its session files. Each request has its response. */
export const copilotChat: ConversationImporter = {
  name: 'VS Code chat',
  read({ data }) {
    if (!isObject(data) || !Array.isArray(data['requests'])) return undefined;
    const isChat = typeof data['responderUsername'] === 'string' || typeof data['sessionId'] === 'string';
    if (!isChat && !objectsIn(data['requests']).some(({ response }) => Array.isArray(response)))
      return undefined;
    return [discussionOf(data['customTitle'], data['requests'].flatMap(itemsOf))];
  },
};

/** The question and the answer. */
function itemsOf(request: unknown): readonly Item[] {
  if (!isObject(request)) return ['unreadable'];
  const { message, response, timestamp, variableData } = request;
  const time = timeOf(timestamp);
  const asked = isObject(message) ? textOf(message['text']) : textOf(message);
  const variables = isObject(variableData) ? objectsIn(variableData['variables']) : [];
  const parts = objectsIn(Array.isArray(response) ? response : [response]);
  const shared = time !== undefined && { time };
  return [
    {
      role: 'User',
      content: paragraphs([asked, ...variables.map(({ name }) => quoted('file', name))]),
      ...shared,
    },
    {
      role: 'AI',
      content: joined(parts),
      hasReasoning: parts.some(({ kind }) => kind === 'thinking'),
      ...shared,
    },
  ];
}

/** Texts and references continue each other's lines; everything else is a paragraph. */
function joined(parts: readonly Fields[]): string {
  return parts
    .map((part) => {
      if (part['kind'] === 'inlineReference') return referenceIn(part);
      const text =
        part['kind'] === undefined || part['kind'] === 'markdownContent' ? markdownIn(part) : undefined;
      return text ?? `\n\n${shownOf(part)}\n\n`;
    })
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text, or an object with one as its value. */
function markdownIn(part: Fields): string | undefined {
  const content = part['content'] ?? part['value'];
  const text = isObject(content) ? content['value'] : content;
  return typeof text === 'string' ? textOf(text) : undefined;
}

function referenceIn({ name, inlineReference: to }: Fields): string {
  const target = isObject(to) ? (to['name'] ?? pathIn(to) ?? pathIn(to['uri'])) : to;
  return `\`${textOf(name) || textOf(target).split('/').at(-1) || 'reference'}\``;
}

function pathIn(uri: unknown): string | undefined {
  const path = isObject(uri) ? (uri['path'] ?? uri['fsPath']) : undefined;
  return typeof path === 'string' ? textOf(path) : undefined;
}

/** The words the chat shows for a part that is no text; empty for progress and other marks. */
function shownOf(part: Fields): string {
  switch (part['kind']) {
    case 'toolInvocationSerialized':
    case 'toolInvocation':
      return paragraphs([quoted('tool', part['toolId'], said(part), ''), resultIn(part['resultDetails'])]);
    case 'textEditGroup':
    case 'notebookEditGroup': {
      const edits = Array.isArray(part['edits']) ? part['edits'].flat() : [];
      return quoted(
        'change',
        pathIn(part['uri']),
        objectsIn(edits)
          .map(({ text }) => textOf(text))
          .join('\n'),
      );
    }
    case 'progressMessage':
    case 'progressTaskSerialized':
    case 'warning':
    case 'confirmation':
      return textOf(part['message']) || (markdownIn(part) ?? '');
    default:
      return '';
  }
}

/** The command in a terminal, or what the chat says about the tool. */
function said({ toolSpecificData: data, pastTenseMessage: past, invocationMessage: now }: Fields): string {
  const line = isObject(data) ? (data['commandLine'] ?? data['command']) : undefined;
  const command = isObject(line) ? (line['toolEdited'] ?? line['userEdited'] ?? line['original']) : line;
  const message = [past, now]
    .map((each) => textOf(isObject(each) ? each['value'] : each))
    .find((text) => text !== '');
  return textOf(command) || (message ?? '');
}

function resultIn(details: unknown): string {
  if (!isObject(details) || !Array.isArray(details['output'])) return '';
  const output = objectsIn(details['output']).map((each) =>
    typeof each['value'] === 'string' ? textOf(each['value']) : jsonOf(each),
  );
  return quoted('result', undefined, output.join('\n'));
}
