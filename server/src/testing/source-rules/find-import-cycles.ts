/** Each group of files that import each other in a circle, in order of name. Types count: a reader follows them too. */
export function findImportCycles(graph: Map<string, string[]>): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  // Tarjan's algorithm: files that can reach each other share the lowest number.
  const visit = (file: string): number => {
    const own = numbers.size;
    numbers.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      const reached = numbers.has(next) ? (open.includes(next) ? numbers.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    if (lowest.get(file) === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file)) cycles.push(group.sort());
    }
    return lowest.get(file) ?? own;
  };

  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return cycles.sort();
}
