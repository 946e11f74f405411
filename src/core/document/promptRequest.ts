import { instructionsFor, renderInstructionNames } from '../prompt/instructionFiles';
import { renderParticipants } from '../prompt/participants';
import { PROMPT_PARTS, type PromptPart } from '../prompt/parts';
import type { PromptForm } from '../prompt/workspaceList';
import type { FileToList, PromptSource, PromptRequest } from './bodyRequest';
import type { SectionInput } from './sections/section';

const HEADING = '## Instructions';

/** The request for the whole system prompt: the parts that are switched on. */
export function promptRequest(input: SectionInput, form: PromptForm = 'document'): PromptRequest {
  const { promptOff, fragments } = input.options;
  const on = (part: PromptPart): readonly PromptSource[] =>
    promptOff.has(part) ? [] : [sourceOf(input, part)];
  return {
    ...{ kind: 'prompt', heading: form === 'document' ? HEADING : '', form },
    sources: [...PROMPT_PARTS.flatMap(on), ...fragments.flatMap(({ text, isOff }) => (isOff ? [] : text))],
  };
}

/** The request for one part alone, whether or not it is switched on. */
export function requestOfPart(input: SectionInput, part: PromptPart): PromptRequest {
  return { kind: 'prompt', heading: '', form: 'document', sources: [sourceOf(input, part)] };
}

export function requestOfText(text: string): PromptRequest {
  return { kind: 'prompt', heading: '', form: 'document', sources: [text] };
}

function sourceOf(input: SectionInput, part: PromptPart): PromptSource {
  const { options, globalInstructions, folder, writtenOf } = input;
  switch (part) {
    case 'global':
      return globalInstructions;
    case 'folder':
      return options.instructions;
    case 'persona':
      return options.systemPrompt;
    case 'workspace':
      return {
        name: folder,
        files: included(input).map((path): FileToList => {
          const written = writtenOf(path);
          return { path, ...(written !== undefined && { written }) };
        }),
      };
    case 'participants':
      return renderParticipants(options.participants);
    case 'instructions':
      return instructionNames(input);
  }
}

/** The part `instructions`: the names of the instruction files among those in the document. */
export function instructionNames(input: Pick<SectionInput, 'paths' | 'notIncluded'>): string {
  return renderInstructionNames(instructionsFor(included(input)));
}

function included({ paths, notIncluded }: Pick<SectionInput, 'paths' | 'notIncluded'>) {
  if (notIncluded.length === 0) return paths;
  const without = new Set(notIncluded);
  return paths.filter((path) => !without.has(path));
}
