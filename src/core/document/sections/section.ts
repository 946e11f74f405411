import type { RepoPath } from '../../files/repoPath';
import type { CompositionOptions } from '../../settings/compositionOptions';
import type { BodyRequest } from '../bodyRequest';

/** The part of a composition that sections are made from. */
export interface SectionInput {
  readonly options: CompositionOptions;
  /** Ticked files in the document's order, those that are not part of the document included. */
  readonly paths: readonly RepoPath[];
  readonly notIncluded: readonly RepoPath[];
}

/** A part of the document. */
export interface Section {
  readonly id: string;
  /** As screens name it. */
  readonly title: string;
  /** Whether it belongs to the part that stays the same from turn to turn and can be copied alone. */
  readonly isStatic: boolean;
  /** Requests the body of a section that is one text; undefined leaves the section out. */
  readonly body?: (input: SectionInput) => BodyRequest | undefined;
}
