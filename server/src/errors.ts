import type { FieldErrors } from '#contract/errors.ts';

/** In seconds: the Retry-After header of every 503. */
export const RETRY_AFTER = '5';

/** Something in the request is not valid; says which field and why. */
export class Invalid extends Error {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('Invalid');
    this.fields = fields;
  }
}

/** Something in the request is too large; says which field and what the limit is. */
export class TooLarge extends Error {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('Too large');
    this.fields = fields;
  }
}

/** The request has a content type that is not accepted; says which one is. */
export class WrongForm extends Error {}

export const ONLY_JSON = 'We only take JSON here.';

/** There is no such thing, or it is somebody else's: the response is the same. */
export class NotFound extends Error {
  constructor(detail = 'Not found.') {
    super(detail);
  }
}

/** Nobody is signed in, or no longer. */
export class NotSignedIn extends Error {
  constructor(detail = 'Please log in.') {
    super(detail);
  }
}

/** The person is signed in and may not do this, or not yet; says why. */
export class NotAllowed extends Error {}

/** A passkey has to confirm first who asks; the same call is taken afterwards. */
export class NotConfirmed extends NotAllowed {
  constructor() {
    super('Please confirm with your passkey that it is you.');
  }
}

/** It cannot be done in the present state; says why. */
export class Conflict extends Error {}

/** What is to be saved was changed by somebody else meanwhile; the response has what it is now. */
export class Outdated extends Conflict {
  readonly current: object;
  constructor(detail: string, current: object) {
    super(detail);
    this.current = current;
  }
}

/** It was tried too often; says when it may be tried again. */
export class TooMany extends Error {
  readonly seconds: number;
  constructor(seconds: number, orElse = '') {
    super(`Too many attempts. Try again in ${inWords(seconds)}${orElse}.`);
    this.seconds = seconds;
  }
}

/** Too much is queued to do it in time: nothing was done, and the request may be retried. */
export class Busy extends Error {
  constructor() {
    super('We are very busy just now. Please try again in a moment.');
  }
}

/** The payment service cannot be reached just now; says when to try again. */
export class PaymentAway extends Error {
  readonly seconds: number;
  constructor(seconds = 5, options?: ErrorOptions) {
    super("We couldn't reach the payment service. Nothing has been charged.", options);
    this.seconds = seconds;
  }
}

/** This is a restored copy that has not taken over; the shop it was copied from may be open. */
export class OnStandby extends Error {
  constructor() {
    super('This is a restored copy of the shop, on standby. Nothing can be paid for here.');
  }
}

function inWords(seconds: number): string {
  const [count, unit] = inUnits(seconds);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function inUnits(seconds: number): [count: number, unit: string] {
  if (seconds < 60) return [seconds, 'second'];
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
}
