import { readFileSync } from 'node:fs';

/** Linux counts it in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;

/**
 * Seconds of the processor that the programs which this one started, and theirs, have taken until they ended; undefined where the
 * system does not say.
 * @returns {number | undefined}
 */
export function processorOfChildren() {
  try {
    // After the name, which may hold anything: the fields from the third on.
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) (?=[A-Z] )/);
    const [user, system] = fields.split(' ').slice(13, 15).map(Number);
    return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
