/** The provider said no, and means it: nothing was done. */
export class PaypalRefused extends Error {
  readonly status: number;
  readonly issue: string;
  readonly debugId: string | undefined;
  constructor(status: number, issue: string, debugId?: string) {
    super(`PayPal refused with ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
    this.debugId = debugId;
  }
}

/** Nobody knows whether it was done: no answer, half an answer, or one that says to try again. */
export class PaypalUnclear extends Error {}
