type Failure = { type: string; message: string; code?: string; stack?: string };

/**
 * What may be logged of an unexpected error. Drizzle writes the values of a failed query into its message, and
 * PostgreSQL adds details of rows; both may be personal data, so only the message, code and stack of the innermost
 * cause are used.
 */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  if ('query' in error && error.cause instanceof Error) return describeFailure(error.cause);
  const { code } = error as { code?: string };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
  };
}
