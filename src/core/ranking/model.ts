/**
 * The weights of the two stages, fitted on commits of public repositories, with the message as the task and the touched
 * files as the answer. `npm run bench -- --check ranking` measures them.
 */
import type { Model } from './features';

/** Finds the seeds of the second stage. */
export const FIRST_STAGE: Model = {
  base: 1.33,
  folder: 1.721,
  symbols: 0.305,
  identifiers: 1.411,
  words: 1.162,
  combined: 1.269,
  combinedLog: 2.331,
  cover: 1.187,
  pathMentioned: 2,
  nameDefined: 0.48,
  nameUsed: 1.146,
  inScope: 1.255,
  isTest: -0.06,
  isCode: 3.229,
  isDocs: -0.598,
  isAside: -0.977,
  depth: -2.353,
  sizeLog: 1.967,
};

export const SECOND_STAGE: Model = {
  combinedLog: 1.75,
  base: 1,
  folder: 1,
  symbols: 0.2,
  identifiers: 1.05,
  words: 1,
  pathMentioned: 2,
  nameDefined: 0.8,
  nameUsed: 0.95,
  inScope: 1.4,
  isCode: 1.85,
  isDocs: -0.1,
  isAside: -0.85,
  depth: -1.4,
  isAskedTest: 1,
  isUnaskedTest: -0.2,
  isAskedDocs: 0.45,
  windowLog: 2,
  usesSeeds: 0.8,
  pageRankLog: 3.55,
};

/** Replaces `SECOND_STAGE` if past commits are known. */
export const SECOND_STAGE_WITH_HISTORY: Model = {
  combinedLog: 1.6,
  base: 1,
  folder: 1,
  identifiers: 1,
  words: 0.85,
  pathMentioned: 2,
  nameDefined: 0.6,
  nameUsed: 0.9,
  inScope: 0.85,
  isCode: 2.2,
  isDocs: -0.3,
  isAside: -0.35,
  depth: -1,
  isAskedTest: 0.85,
  isUnaskedTest: 0.05,
  isAskedDocs: 0.4,
  windowLog: 1.5,
  usesSeeds: 0.3,
  pageRankLog: 2,
  pastMessages: 0.85,
  similarCommitsLog: 1.1,
  changedTogether: 1.05,
  changedOften: 0.45,
  changedRecently: 0.75,
};
