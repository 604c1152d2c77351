import { execFileSync } from 'node:child_process';

const BRIDGE = 'mlfbr';
const SUBNET = '10.211.19';

/** A machine of its own as far as the network goes: a namespace with one cable to a switch that this machine is on, too. */
export type Machine = { name: string; address: string };

const run = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const tryRun = (...args: string[]): void => {
  try {
    run(...args);
  } catch {
    // It is not there.
  }
};

/** Makes machines 1 to `count`; what a killed run left behind is removed first. */
export function openNetwork(count: number): Machine[] {
  const machines = Array.from({ length: count }, (_, index) => ({
    name: `mlf${index + 1}`,
    address: `${SUBNET}.${index + 1}`,
  }));
  closeNetwork(machines);
  run('link', 'add', BRIDGE, 'type', 'bridge');
  run('addr', 'add', `${SUBNET}.254/24`, 'dev', BRIDGE);
  run('link', 'set', BRIDGE, 'up');
  for (const { name, address } of machines) {
    run('netns', 'add', name);
    run('link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('link', 'set', cableOf(name), 'master', BRIDGE, 'up');
    run('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) run('-n', name, 'link', 'set', device, 'up');
  }
  return machines;
}

const cableOf = (name: string): string => `${name}c`;

/** Pulls the cable: nothing comes in or out, and nobody is told. */
export const unplug = ({ name }: Machine): string => run('link', 'set', cableOf(name), 'down');
export const plugIn = ({ name }: Machine): string => run('link', 'set', cableOf(name), 'up');

/** The processes that run on a machine. */
const listProcesses = ({ name }: Machine): number[] =>
  run('netns', 'pids', name).split('\n').filter(Boolean).map(Number);

export function signalAll(machine: Machine, signal: NodeJS.Signals): void {
  for (const pid of listProcesses(machine)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
}

/** Ends what runs on the machines, and removes them. */
export function closeNetwork(machines: Machine[]): void {
  for (const machine of machines) {
    try {
      signalAll(machine, 'SIGKILL');
    } catch {
      // There is no such machine.
    }
    tryRun('netns', 'del', machine.name);
    tryRun('link', 'del', cableOf(machine.name));
  }
  tryRun('link', 'del', BRIDGE);
}
