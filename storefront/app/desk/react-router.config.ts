import { join, resolve } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets, keepRelease } from '../../finish-build.ts';

const BUILD = resolve(import.meta.dirname, '../../../build/desk');

/** The desk is an application of its own: docs/decisions/desk.md says why. */
export default {
  appDirectory: '.',
  buildDirectory: BUILD,
  ssr: true,
  // A file for each page: what it sends when pressed comes with it, so that a run opens whole without network.
  splitRouteModules: false,
  // Whole: a driver's phone without network must not have to ask where a page is.
  routeDiscovery: { mode: 'initial' },
  buildEnd() {
    compressAssets(join(BUILD, 'client'));
    keepRelease(join(BUILD, 'client/assets'), 'desk-');
  },
} satisfies Config;
