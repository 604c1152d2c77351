import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** What mail programs know best. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/** React writes these for pages, where they make pictures come sooner. */
const PRELOADED_IMAGES = /<link rel="preload" as="image"[^>]*>/g;

/**
 * A document for a mail program, at once: the renderer of react-email streams the same, which takes three times as long, and
 * leaves the comments in it by which a browser would wake the page.
 */
export const renderHtml = (document: ReactNode): string =>
  DOCTYPE + renderToStaticMarkup(document).replaceAll(PRELOADED_IMAGES, '');
