/** What Playwright reports of a journey on each screen. */
export type Journey = { title: string; file: string; line: number; tests: { status: string }[]; tags?: string[] };
export type Suite = { suites?: Suite[]; specs?: Journey[] };

export function listSkipped(report: Suite, options?: { without?: string[] }): string[];
