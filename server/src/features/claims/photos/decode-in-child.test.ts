import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { Busy, Invalid } from '#server/errors.ts';
import { listDecoders, watchMemory } from '#server/testing/child-processes.ts';
import { takePhoto } from '#server/testing/claims.ts';
import { blackPng, scanBomb } from '#server/testing/photos/hostile-photos.ts';
import { DECODING_LIMITS, type DecodingLimits, decodeInChild } from './decode-in-child.ts';
import { withPhotoFile } from './photo-file.ts';
import { reencodePhoto } from './reencode-photo.ts';

const PATIENT = { ...DECODING_LIMITS, ms: 50_000 };
const TOO_DEAR = { tooCostly: true };
/** 160 MB while it is decoded, and its header says so: only the limits of these tests are narrower. */
const large = () => blackPng({ width: 4_500, height: 4_500, depth: 16, colour: 'rgba', interlaced: true });

const logged: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });

function draw(photo: Buffer, limits: DecodingLimits, judge = (_facts: unknown) => {}): Promise<Buffer> {
  return withPhotoFile({ log }, async ({ fd, append }) => {
    await append(photo);
    return decodeInChild(fd, judge, limits);
  });
}

describe('a photo is drawn by a process of its own', () => {
  test('that tells what it reads before it decodes, and can be told to stop', async () => {
    const heard: unknown[] = [];
    const drawn = await draw(await takePhoto(), PATIENT, (facts) => heard.push(facts));
    expect(drawn.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(heard).toEqual([
      { scans: 1, extraBytes: 0 },
      { format: 'jpeg', width: 64, height: 48, channels: 3, depth: 'uchar', pages: 1, profileBytes: 0 },
      { small: expect.stringMatching(/^[\w+/]{16384}$/) },
    ]);
    const refuse = () => {
      throw new Invalid({ photo: ['No.'] });
    };
    await expect(draw(await takePhoto(), PATIENT, refuse)).rejects.toBeInstanceOf(Invalid);
  });

  test('and what it cannot read is the photo’s fault', async () => {
    await expect(draw(Buffer.from('\xff\xd8\xffgarbage', 'latin1'), PATIENT)).rejects.toMatchObject({
      tooCostly: false,
    });
    await expect(draw(Buffer.alloc(0), PATIENT)).rejects.toMatchObject({ tooCostly: false });
  });
});

describe.skipIf(process.platform !== 'linux')('ends alone, and the shop goes on,', () => {
  test('when it takes more memory than it may', async () => {
    const photo = await large();
    const { decoderMb } = await watchMemory(() =>
      expect(draw(photo, { ...PATIENT, residentMb: 130, dataMb: 4_096 })).rejects.toMatchObject(TOO_DEAR),
    );
    expect(decoderMb).toBeLessThan(220);
  });

  test('when the kernel gives it no more', async () => {
    const photo = await large();
    const { decoderMb } = await watchMemory(() =>
      expect(draw(photo, { ...PATIENT, residentMb: 4_096, dataMb: 200 })).rejects.toThrow(),
    );
    expect(decoderMb).toBeLessThan(220);
  });

  test('when it works longer than it may', async () => {
    const photo = scanBomb(6_300, 6_300, 882);
    await expect(draw(photo, { ...PATIENT, cpuSeconds: 1 })).rejects.toMatchObject(TOO_DEAR);
  });

  test('when it hangs', async () => {
    const hang = () => {
      for (const pid of listDecoders()) process.kill(pid, 'SIGSTOP');
    };
    await expect(draw(await takePhoto(), { ...PATIENT, ms: 10_000 }, hang)).rejects.toMatchObject(TOO_DEAR);
    await expect.poll(() => listDecoders()).toEqual([]);
  });

  test('when it crashes', async () => {
    const crash = () => {
      for (const pid of listDecoders()) process.kill(pid, 'SIGSEGV');
    };
    await expect(draw(await takePhoto(), PATIENT, crash)).rejects.toMatchObject(TOO_DEAR);
  });

  test('which says in words what to do, and asks to come back where the fault is ours', async () => {
    const photo = await large();
    const redraw = (limits: DecodingLimits) =>
      withPhotoFile({ log }, async ({ fd, append }) => {
        await append(photo);
        return reencodePhoto({ decodePhoto: decodeInChild, log }, 'png', fd, limits);
      });
    await expect(redraw({ ...PATIENT, residentMb: 130, dataMb: 4_096 })).rejects.toMatchObject({
      fields: { photo: ['This photo takes too much to open. Please send it as an ordinary JPEG.'] },
    });
    expect(logged).toEqual([]);
    await expect(redraw({ ...PATIENT, dataMb: 10 })).rejects.toBeInstanceOf(Busy);
    expect(logged.splice(0).join()).toContain('The decoder of photos did not begin');
  });

  test('when the shop is killed', async () => {
    const photo = scanBomb(6_300, 6_300, 882).toString('base64');
    const here = (file: string) => JSON.stringify(resolve(import.meta.dirname, file));
    const program = `
      import { withPhotoFile } from ${here('photo-file.ts')};
      import { decodeInChild } from ${here('decode-in-child.ts')};
      const photo = Buffer.from(${JSON.stringify(photo)}, 'base64');
      await withPhotoFile({}, async ({ fd, append }) => {
        await append(photo);
        await decodeInChild(fd, ({ width }) => width && console.log('decoding'), { residentMb: 900, dataMb: 900, cpuSeconds: 50, ms: 50000 });
      });`;
    const parent = spawn(process.execPath, ['--input-type=module'], { stdio: ['pipe', 'pipe', 'inherit'] });
    parent.stdin.end(program);
    await once(parent.stdout, 'data');
    const [decoder] = listDecoders(parent.pid);
    expect(decoder).toEqual(expect.any(Number));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const isThere = () => {
      try {
        return process.kill(decoder as number, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isThere).toBe(false);
  });
});
