/** So many at a time, each time a sheet. */
export function inSheets<T>(all: readonly T[], perSheet: number): T[][] {
  const sheets: T[][] = [];
  for (let start = 0; start < all.length; start += perSheet) sheets.push(all.slice(start, start + perSheet));
  return sheets;
}
