const MODULE_SCRIPT = /<script( nonce="\w+")? type="module" async="">([\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"(?: nonce="\w+")?\/>/g;
const ROUTE = /import \* as (route\d+) from "([^"]+)";/g;

/** What signed-in-only.tsx puts into a private page: only scripts can bring its content. */
const FRAME = '<div class="private-frame">';
const AFTER_PAINT = 'requestAnimationFrame(()=>requestAnimationFrame(begin))';
const AFTER_PICTURES =
  'addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin,100))))';

/**
 * Loads the scripts of a page after its first paint, or at the first key or pointer press if that is sooner; all pages but the
 * private ones let their pictures come first. Each file is asked for in a task of its own, since a phone takes a tenth of a second to ask for
 * all. A button pressed before hydration is pressed again after it, and so is that of a form which only scripts can send; Back before
 * then reloads. A script that fails to load is tried three times more, then the page says that its buttons do not work.
 * zod is set to `jitless` beforehand: it would try to compile code once, which our policy forbids and browsers report.
 */
export function deferScripts(html: string): string {
  const script = MODULE_SCRIPT.exec(html);
  if (!script) return html;
  const [element, mark = '', code = ''] = script;
  const manifest = /import "([^"]+)";/.exec(code)?.[1];
  const entry = /import\("([^"]+)"\)/.exec(code)?.[1];
  const modules = /window\.__reactRouterRouteModules = ({[^}]*});/.exec(code)?.[1];
  const routes = [...code.matchAll(ROUTE)];
  if (!manifest || !entry || !modules || routes.length === 0) {
    throw new Error('React Router writes its scripts in another way than it did: look at defer-scripts.ts.');
  }
  const preloads = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const names = routes.map(([, name]) => name);
  const imports = [manifest, ...routes.map(([, , href]) => href)].map((href) => `import(${JSON.stringify(href)})`);
  const waiting = html.includes(FRAME) ? AFTER_PAINT : AFTER_PICTURES;
  const loader = `(()=>{(globalThis.__zod_globalConfig??={}).jitless=true;let begun;const hrefs=${JSON.stringify(preloads)};const begin=()=>{if(!begun){begun=1;preload()}};const preload=()=>{const href=hrefs.shift();if(!href)return void load();document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));setTimeout(preload)};const load=(tries=0)=>Promise.all([${imports}]).then(([,${names}])=>{window.__reactRouterRouteModules=${modules};return import(${JSON.stringify(entry)})}).catch(()=>{if(tries<3)return void setTimeout(load,1000*2**tries,tries+1);const line=document.createElement("p");line.className="lost-script";line.setAttribute("role","alert");line.append("Part of this page did not arrive, so its buttons do not work yet. ",Object.assign(document.createElement("a"),{href:location.pathname+location.search,textContent:"Load it again"}));document.getElementById("main").prepend(line);addEventListener("online",()=>location.reload(),{once:true})});const here=location.pathname+location.search;addEventListener("popstate",()=>{if(window.earlyPress!==undefined&&here!==location.pathname+location.search)location.reload()});${waiting};for(const kind of ["pointerdown","keydown"])addEventListener(kind,begin,{once:true,capture:true});window.earlyPress=null;addEventListener("click",({target})=>{if(window.earlyPress!==undefined)window.earlyPress=target.closest("button")},true);addEventListener("submit",event=>{if(window.earlyPress===undefined||event.target.method!=="post")return;event.preventDefault();window.earlyPress=event.submitter},true)})()`;
  return html.replaceAll(PRELOAD, '').replace(element, () => `<script${mark}>${loader}</script>`);
}
