/**
 * Journeys that no browser walked: each screen leaves some to the other, and one that both leave out would never be missed.
 * @param {import('./skipped-journeys.d.mts').Suite} report of Playwright, as JSON
 * @param {{ without?: string[] }} [options] tags of journeys that another run walks
 * @returns {string[]} their names
 */
export function listSkipped(report, { without = [] } = {}) {
  /** @type {Map<string, boolean>} */
  const walked = new Map();
  for (const { title, file, line, tests, tags = [] } of listJourneys(report)) {
    if (tags.some((tag) => without.includes(tag))) continue;
    const name = `${file}:${line} › ${title}`;
    walked.set(name, (walked.get(name) ?? false) || tests.some(({ status }) => status !== 'skipped'));
  }
  return [...walked].filter(([, isWalked]) => !isWalked).map(([name]) => name);
}

/** @param {import('./skipped-journeys.d.mts').Suite} suite @returns {import('./skipped-journeys.d.mts').Journey[]} */
const listJourneys = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(listJourneys)];
