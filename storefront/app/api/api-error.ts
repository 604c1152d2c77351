/** The server refused or failed; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`API answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** What was typed breaks the contract, so it was not even sent. */
export class NotSent extends ApiError {
  constructor(fields: unknown) {
    super(400, fields);
  }
}
