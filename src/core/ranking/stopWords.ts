/** Words of a task that don't narrow down which files it concerns. */

const ENGLISH = `
a an the and or not no of to in on at by for with from into onto as is are was were be been being it its this that these
those there here we you they he she i our your their them us me my if then else when while which who what where how why do
does did done can could should would will may might must shall have has had having so such than too very just only also
more most some any all each other another same own both few via per about after before between during under over again
once out up down off because until against through above below e g ie eg etc vs dont doesnt isnt cant wont instead still
now already even ever never yet always actually really currently previously`;

/** Words that describe any change. */
const COMMIT_VERBS = `
fix fixes fixed fixing add adds added adding feat feature make makes made making update updates updated updating change
changes changed changing remove removes removed removing improve improves improved improving use uses used using support
supports supported supporting allow allows allowed allowing ensure ensures avoid avoids prevent prevents refactor refactors
refactoring chore perf pr issue issues bug bugs commit commits introduce introduces introduced implement implements
implemented implementation handle handles handling correct correctly incorrect incorrectly properly proper new code need
needs needed work works working closes close see way case cases`;

const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH}${COMMIT_VERBS}`.trim().split(/\s+/));

/** `word` is in lower case. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
