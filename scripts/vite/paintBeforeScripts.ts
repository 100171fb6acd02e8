import type { Plugin } from "vite";

const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g;

/** A frame that nobody sees paints nothing; its scripts come after this. */
const UNSEEN_AFTER_MS = 500;

/**
 * Asks for the scripts once the shell is painted, so that they do not keep the first picture waiting. Where they cannot
 * be loaded, shows the shell's button to try again.
 */
export function paintBeforeScripts(): Plugin {
  return {
    name: "paint-before-scripts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const files = [...html.matchAll(SCRIPT)].map(([, file]) => file);
        const loader = `{
      const offerRetry = () => {
        const retry = document.querySelector(".shell-retry");
        if (retry === null) return;
        retry.hidden = false;
        retry.onclick = () => location.reload();
      };
      const load = () => {
        for (const file of ${JSON.stringify(files)}) import(file).catch(offerRetry);
      };
      requestAnimationFrame(() => setTimeout(load));
      setTimeout(load, ${String(UNSEEN_AFTER_MS)});
    }`;
        return html.replaceAll(SCRIPT, "").replace("</body>", `  <script>${loader}</script>\n  </body>`);
      },
    },
  };
}
