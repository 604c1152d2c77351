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

type Options = ErrorOptions & { isOutage?: boolean };

/** Whether it was done is not known: no response, an incomplete one, or one that says to try again. */
export class PaypalUnclear extends Error {
  /** Whether PayPal seems to be down. "Try again later" is no outage: other calls may succeed meanwhile. */
  readonly isOutage: boolean;
  constructor(message: string, { isOutage = true, ...options }: Options = {}) {
    super(message, options);
    this.isOutage = isOutage;
  }
}

/** PayPal asks us not to call again for so many seconds, or did and the call was not made. */
export class PaypalBusy extends PaypalUnclear {
  readonly seconds: number;
  constructor(message: string, seconds: number, options: Options = {}) {
    super(message, { isOutage: false, ...options });
    this.seconds = seconds;
  }
}
