/** A global that is defined in the page if planted markup ever runs. */
export const MARK = 'ml';

/** Short enough for the shortest field; each breaks out of another kind of context. */
export const PAYLOADS: Record<string, string> = {
  'a script': '<script>ml=1</script>',
  'an image with a handler': '<img src=x onerror=ml=1>',
  'out of a script': '</script><script>ml=1</script>',
  'out of an attribute': '"><svg onload=ml=1>',
  'a handler': `" onfocus=ml=1 autofocus x='`,
  'out of a string': `';ml=1;'`,
  'an address that runs': 'javascript:ml=1',
  'a template': `{{ml=1}}$\{ml=1}<%ml=1%>`,
  'a comment': '<!--<script>ml=1//-->',
  'out of a title': '</title><script>ml=1</script>',
};
