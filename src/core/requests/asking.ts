/** Tells whether a sentence asks to see something, and where in it the names are. */

/** UTF-16 units. Nobody asks in longer sentences. */
const LONGEST_SENTENCE = 4_000;

export interface Asking {
  /** Offsets in the sentence, in order: what is asked for is named between them. */
  readonly regions: readonly { readonly start: number; readonly end: number }[];
  /** Whether `it`, `them`, or `the file` is asked for, so that the names are further up. */
  readonly isPronoun: boolean;
  /** Whether a list of names may follow. */
  readonly opensList: boolean;
}

/** Undefined if it doesn't ask. */
export function readAsking(sentence: string): Asking | undefined {
  if (sentence.length > LONGEST_SENTENCE) return undefined;
  if (NEEDED_FILES.test(sentence)) return { regions: [], isPronoun: false, opensList: true };
  const regions: { start: number; end: number }[] = [];
  let isPronoun = false;
  let opensList = /:\W*$/.test(sentence);
  for (const match of sentence.matchAll(ASKS)) {
    const start = match.index + match[0].length;
    const rest = sentence.slice(start);
    isPronoun ||= PRONOUN.test(rest);
    opensList ||= PLURAL.test(rest);
    regions.push({ start, end: start + (SUBORDINATE.exec(rest)?.index ?? rest.length) });
  }
  const helpful = WOULD_HELP.exec(sentence);
  if (helpful !== null && SEEN.test(sentence.slice(0, helpful.index)))
    regions.push({ start: 0, end: helpful.index });
  return regions.length === 0 || isOffer(sentence) ? undefined : { regions, isPronoun, opensList };
}

/** Whether the next sentence may ask for what a sentence names as `it`. Not if the model has just changed that. */
export function canBeMeant(sentence: string): boolean {
  return sentence.length <= LONGEST_SENTENCE && !REPORTS.test(sentence);
}

/** Whether a line such as `Specifically:` goes on with the sentence before it. */
export function goesOn(sentence: string): boolean {
  return sentence.length < 100 && GOES_ON.test(sentence);
}

const ADVERBS = String.raw`(?:(?:please|kindly|also|just|either|first|then|next|perhaps|maybe|now|possibly|quickly|instead|still|really|only|first|additionally)\s+)*`;

const SHARE = String.raw`(?:(?:share|send|provide|paste|post|upload|attach|show|resend|re-?share|re-?post|re-?send|supply|display|forward|copy(?:\s*(?:and|&|/|-)\s*|-)paste)\b(?:\s+over\b)?(?:\s+(?:me|us)\b)?(?:\s+with\b)?|give\s+(?:me|us)\b|(?:get|pass)\s+me\b|(?:grab|drop\s+in|hand\s+over|pass\s+along|pull\s+up)\b|(?:include|add)(?=\s+(?:the\s+(?:(?:full|complete|entire|whole|current|relevant)\s+)?(?:contents?|code|source|definition)\b|[^\n]{0,200}?\b(?:to|in)\s+(?:the|this|our|your)\s+(?:next\s+)?(?:chat|context|conversation|message|prompt|reply))\b))`;

const SHARING = String.raw`(?:sharing|sending|providing|pasting|posting|uploading|attaching|showing|giving\s+(?:me|us))\b(?:\s+(?:me|us)\b)?`;

const LOOK = String.raw`(?:(?:see|view|inspect|read|examine|review|analy[sz]e|study)\b|check(?:\s+out)?\b|(?:take|have|get)\s+(?:a\s+)?(?:\w+\s+)?(?:look|peek|glance)\s+(?:at|into|inside)\b|look\s+(?:at|into|inside|through)\b|know\s+(?=what(?:'s|\s+is)\s+in\b))`;

const I_WOULD = String.raw`(?<!\b(?:do|did|if|what|that)\s)\b(?:I|we)(?:'d|'ll|'m|\s+am|\s+would|\s+will|\s+do)?\s+(?:(?:still|also|first|just|really|then|now|only|would|additionally)\s+)*`;

/** Behind "I need": the model wants it to do something, as opposed to wanting to see it. */
const PURPOSE_OF_ITS_OWN = String.raw`\s+(?:(?:the|your|a)\s+)?(?!access\b)\S+\s+(?:\w+\s+)?to\s+(?!see|check|verify|confirm|understand|trace|debug|look|inspect|be\s+(?:sure|certain|able|added|included|shared|provided)|answer|continue|proceed|make|give|find|tell|say|determine|complete|finish|reproduce|fix|help|write|propose|suggest|diagnose|know\s+(?:what|how|which|whether|if))`;

/** Ends where the names begin. */
const ASKS = new RegExp(
  [
    // "Could you please share …", "can you open it and paste …"
    String.raw`\b(?:can|could|would|will)\s+you\b(?:[^?!]{0,150}?(?:\b(?:and|or|then)|,))?\s+${ADVERBS}${SHARE}`,
    String.raw`\bplease\s+${ADVERBS}${SHARE}`,
    String.raw`\bplease\s+[^?!,]{0,80}?\band\s+${ADVERBS}(?:share|paste|send|post)\b`,
    String.raw`\b(?:do|would)\s+you\s+mind\s+${ADVERBS}${SHARING}`,
    String.raw`^\W*mind\s+${SHARING}`,
    String.raw`\b(?:able|possible\s+for\s+you|you)\s+to\s+${ADVERBS}${SHARE}(?=[^?]*\?)`,
    String.raw`\bany\s+chance\s+(?:that\s+)?you\s+(?:can|could)\s+${ADVERBS}${SHARE}`,
    String.raw`\bif\s+you\s+(?:can|could)\s+${ADVERBS}${SHARE}`,
    // "Can I see …"
    String.raw`\b(?:can|could|may|might)\s+(?:I|we)\s+${ADVERBS}(?:${LOOK}|have\b|get\b)`,
    String.raw`\b(?:is|would)\s+it\s+(?:be\s+)?possible\s+(?:for\s+me\s+)?to\s+(?:${LOOK}|have\b|get\b)`,
    String.raw`\bwould\s+(?:(?:really|also|greatly|definitely)\s+)*(?:help|be\s+(?:\w+\s+)?(?:helpful|useful|great|good|nice|ideal|best))\b(?:\s+me)?(?:\s+a\s+lot)?\s+to\s+(?:${LOOK}|have\b|get\b)`,
    String.raw`\bit(?:'d|'ll)\s+(?:help|be\s+(?:\w+\s+)?(?:helpful|useful|great|good|nice|ideal|best))\b(?:\s+me)?(?:\s+a\s+lot)?\s+to\s+(?:${LOOK}|have\b|get\b)`,
    // "I need to see …", "I'd like to look at …"
    String.raw`${I_WOULD}(?:must|(?:need|have|like|love|want|prefer)\s+(?:you\s+)?to)\s+${ADVERBS}(?:${LOOK}|${SHARE})`,
    String.raw`${I_WOULD}(?:going\s+to\s+)?(?:need|require|request|requesting|ask\s+for|asking\s+for|missing)\b(?!\s+(?:to|you)\b|${PURPOSE_OF_ITS_OWN})(?:\s+(?:access\s+to|a\s+look\s+at|a\s+copy\s+of)\b)?`,
    String.raw`\bwhat\s+(?:I|we)(?:'d|'ll|\s+would|\s+will)?\s+(?:still\s+)?need\b`,
    String.raw`\blet\s+me\s+(?:first\s+)?see\b`,
    // "Show me …", "Next, paste …"
    String.raw`^\W*(?:(?:so|now|next|first|then|also|finally|ok|okay|great|thanks)\b\W{1,3})*(?:just\s+)?(?:(?:show|give|send|provide)\s+(?:me|us)\b|(?:share|paste|post|upload|attach|send)\b(?=\s*:|\s+(?:the\s+(?:(?:full|complete|entire|whole|current)\s+)?(?:contents?|code|source|definition|implementation)\b|your\b|[^\w\s]|\S+[./]\S)))`,
    // "What does … look like?"
    String.raw`\bwhat\s+(?:does|do)\b(?=[^.?!]{0,20}\S{1,200}\s+(?:\w+\s+){0,3}look\s+like\b)`,
    String.raw`\bwhat(?:'s|\s+is)\s+(?:currently\s+)?(?:in|inside)\b(?=[^?]*\?)`,
  ].join('|'),
  'gi',
);

const WOULD_HELP =
  /\b(?:would|will|could)\s+(?:(?:really|also|probably|definitely|greatly)\s+)*(?:help\b|be\s+(?:\w+\s+)?(?:helpful|useful|ideal|great)\b)/i;

/** In front of what would help. */
const SEEN =
  /\b(?:seeing|having|knowing|contents?|source|code|definition|implementation|files?|access\s+to|look(?:ing)?\s+at)\b/i;

const NEEDED_FILES =
  /^\W*(?:(?:additional|more|missing|other|the|some)\s+)*(?:files?|sources?|context|symbols?|code)\s+(?:(?:that\s+)?I(?:'d|'ll|\s+would|\s+will)?\s+(?:still\s+|also\s+)?(?:need|like|want|have)(?:\s+to\s+(?:see|look\s+at|read|review))?|needed|requested|to\s+(?:share|provide|send))\W*$|\b(?:things|files|pieces|parts)\s+are\s+(?:still\s+)?missing:\W*$|^\W*(?:needed|requested)\s+files\W*$/i;

/** Offers, conditions, and answers are no requests, even if they name files. */
function isOffer(sentence: string): boolean {
  return (
    /\bif\s+(?:you'd|you\s+(?:would\s+)?(?:want|like|prefer|wish|need|ever)|needed|necessary|the|this|that\s+(?!works|is\s+ok)|anything|something)\b/i.test(
      sentence,
    ) ||
    /^\W*(?:if\s+(?!possible|you\s+(?:can|could|have)|so\b|not\b|available)|(?:once|after|when|whenever)\s+you\b)/i.test(
      sentence,
    ) ||
    /\blet\s+me\s+know\b|\bfeel\s+free\b|\bno\s+need\b|\b(?:don't|do\s+not|doesn't|won't|didn't|no\s+longer)\s+(?:\w+\s+)?need\b|\balready\s+have\b/i.test(
      sentence,
    ) ||
    /\b(?:here\s+is|here's|here\s+are)\b(?!\s+(?:what|everything|(?:the|a\s+list\s+of|all)\s+(?:\w+\s+)?(?:files?|things?|code))\s+(?:that\s+)?(?:I|we)(?:'d|'ll|\s+would|\s+will)?\s+(?:still\s+|also\s+)?(?:need|like))/i.test(
      sentence,
    )
  );
}

/** A clause that says why, when, or in which case, and names other things. */
const SUBORDINATE =
  /\b(?:so|because|since|when|whenever|while|where|which|whether|if|unless|before|after|until|but|that|who|as\s+(?:it|the|they|I)\b(?!\s+well)|how\s+(?:you|we|I|they)|to\s+(?:see|check|verify|confirm|understand|make|trace|debug|know|be|find|tell|determine|continue|proceed|answer|give|do)|in\s+order|for\s+(?:me|us)\s+to|and\s+(?:I|we|then|tell|restart|change|run|I'll|see|check)|then\s+I)\b/i;

const PRONOUN =
  /^(?:[^\w:]*$|\s*(?:it|them|those|these|that|this|both|the\s+(?:(?:full|complete|entire|whole|actual|current)\s+)?(?:file|code|contents?|source|definition|implementation|function|class|version)|its\s+(?:full\s+)?(?:contents?|code|source|body|definition|implementation))\b(?!\s+(?:with|in(?:to)?|to|at|under|over|onto|below|above|after|before)\b(?!\s+(?:here|me|us|your\s+(?:next|reply)|the\s+(?:chat|next)))))/i;

const PLURAL = /\b(?:following|these|those|files|few|two|three|several|things|pieces|more)\b/i;

const REPORTS =
  /\b(?:I|we)(?:'ve|\s+have)?\s+(?:\w+\s+)?(?:updated|changed|added|fixed|moved|created|rewrote|replaced|removed|wrote)\b|\b(?:here\s+is|here's|here\s+are|run)\b/i;

const GOES_ON =
  /^\W*(?:specifically|in\s+particular|namely|these\s+are|they\s+are|ideally|especially|mainly|at\s+(?:a\s+)?minimum|at\s+least|most\s+importantly|for\s+example)\b[^.?!]*:\W*$/i;
