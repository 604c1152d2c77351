import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstAnswer, startChild } from '../../rig/children.ts';
import { ROOT } from '../../rig/shop.ts';

export const WATCH = join(ROOT, 'deploy/watch');

type Sample = { metric: Record<string, string>; value: [number, string] };
export type Prometheus = {
  /** The value of each series that the query gives. */
  query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]>;
  /** Seconds until the alert fires, or does not any more; undefined if that did not come in time. */
  awaitAlert(name: string, isFiring: boolean, withinMs: number): Promise<number | undefined>;
};

/** Debian's Prometheus, with our rules and times as they are, on these shops. */
export async function startPrometheus(folder: string, port: number, targets: string[]): Promise<Prometheus> {
  const file = join(folder, 'prometheus.yml');
  await writeFile(join(folder, 'alerts.yml'), await readFile(join(WATCH, 'alerts.yml')));
  const ours = await readFile(join(WATCH, 'prometheus.yml'), 'utf8');
  await writeFile(file, ours.replace(/targets: .*/, `targets: [${targets.map((target) => `'${target}'`).join(', ')}]`));
  const storage = `--storage.tsdb.path=${join(folder, 'prometheus')}`;
  const child = startChild('prometheus', [`--config.file=${file}`, storage, `--web.listen-address=127.0.0.1:${port}`]);
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(child, `${url}/-/ready`, 30_000);

  const query: Prometheus['query'] = async (expression) => {
    const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = (await response.json()) as { data: { result: Sample[] } };
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  };
  const awaitAlert: Prometheus['awaitAlert'] = async (name, isFiring, withinMs) => {
    const start = performance.now();
    while (performance.now() - start < withinMs) {
      const found = await query(`ALERTS{alertname="${name}",alertstate="firing"}`);
      if (found.length > 0 === isFiring) return (performance.now() - start) / 1000;
      await sleep(500);
    }
    return undefined;
  };
  return { query, awaitAlert };
}

/** What promtool says is wrong with the rules, their tests and the queries of the dashboard. */
export async function checkRules(folder: string): Promise<string[]> {
  const board = JSON.parse(await readFile(join(WATCH, 'dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$job', 'x')));
  const asRules = queries.map((expr, number) => ({ record: `panel:${number}`, expr }));
  // JSON is YAML.
  const panels = join(folder, 'panels.yml');
  await writeFile(panels, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
  return [
    ['check', 'rules', join(WATCH, 'alerts.yml')],
    ['check', 'config', join(WATCH, 'prometheus.yml')],
    ['test', 'rules', join(WATCH, 'alerts.test.yml')],
    ['check', 'rules', panels],
  ].flatMap((args) => {
    try {
      execFileSync('promtool', args, { stdio: 'pipe' });
      return [];
    } catch (error) {
      return [`promtool ${args.join(' ')}: ${String((error as { stderr?: Buffer }).stderr ?? error)}`];
    }
  });
}
