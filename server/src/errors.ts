import type { FieldErrors } from '#contract/errors.ts';

/** Something the caller sent cannot be taken; says which field and why. */
export class Invalid extends Error {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('Invalid');
    this.fields = fields;
  }
}

/** There is no such thing, or it is not yours: the answer is the same. */
export class NotFound extends Error {
  constructor(detail = 'Not found.') {
    super(detail);
  }
}
