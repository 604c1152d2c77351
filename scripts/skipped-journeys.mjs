/**
 * Journeys that no browser walked: each screen leaves some to the other, and one that both leave out would never be missed.
 * @param {import('./skipped-journeys.d.mts').Suite} report of Playwright, as JSON
 * @returns {string[]} their names
 */
export function listSkipped(report) {
  /** @type {Map<string, boolean>} */
  const walked = new Map();
  for (const { title, file, line, tests } of listJourneys(report)) {
    const name = `${file}:${line} › ${title}`;
    walked.set(name, (walked.get(name) ?? false) || tests.some(({ status }) => status !== 'skipped'));
  }
  return [...walked].filter(([, isWalked]) => !isWalked).map(([name]) => name);
}

/** @param {import('./skipped-journeys.d.mts').Suite} suite @returns {import('./skipped-journeys.d.mts').Journey[]} */
const listJourneys = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(listJourneys)];
