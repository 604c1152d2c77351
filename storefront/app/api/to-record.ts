/** The members of JSON that nothing has checked yet; none if it is not an object. */
export const toRecord = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {};
