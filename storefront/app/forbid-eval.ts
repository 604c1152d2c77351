// Our policy forbids scripts to be made of text. zod tries once whether it may, which the browser reports as a break of the
// policy; told beforehand, it does not try. Said by its name, so that pages without a form need not load zod for it.
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
