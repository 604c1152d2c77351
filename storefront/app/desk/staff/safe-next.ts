/** Where somebody goes after signing in: the page of the desk that was wanted, and never another site. */
export const safeNext = (wanted: string | null): string =>
  wanted && /^\/desk(\/[\w\-./]*)?$/.test(wanted) && !wanted.includes('..') ? wanted : '/desk';
