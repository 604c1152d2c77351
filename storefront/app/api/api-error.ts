/** The server refused or failed; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** The Retry-After header in seconds, if there was one. */
  readonly retryAfter: number | undefined;
  constructor(status: number, body: unknown, retryAfter?: number) {
    super(`API answered ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}
