import manifest from '../../../package.json' with { type: 'json' };

/** Which version of the shop this process is. */
export const VERSION = manifest.version;
