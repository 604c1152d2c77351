#!/usr/bin/env node
/** `npm run build`: all that `npm start` prepares, without opening the shop. */
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit();
