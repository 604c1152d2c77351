/** The shop cannot start and the reader can mend it. The message is one sentence that says how; no stack is shown. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
