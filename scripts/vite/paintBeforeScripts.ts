import type { Plugin } from "vite";

const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g;

/** A hidden page paints no frame; its scripts load after this time. */
const UNSEEN_AFTER_MS = 500;

/**
 * Loads the scripts after the shell is painted, so that they do not delay the first paint. All are fetched at once and
 * run one after the other, each in its own task, so that touches are handled in between. If they cannot be loaded, or
 * the app fails before it shows anything, shows the shell's retry button.
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
      const files = ${JSON.stringify(files)};
      const load = async () => {
        for (const href of files) {
          const link = document.createElement("link");
          const rel = link.relList.supports("modulepreload") ? "modulepreload" : "preload";
          document.head.append(Object.assign(link, { rel, as: "script", crossOrigin: "", href }));
        }
        for (const file of files) {
          await import(file);
          await new Promise((resolve) => setTimeout(resolve));
        }
      };
      let hasStarted = false;
      const start = () => {
        if (!hasStarted) load().catch(offerRetry);
        hasStarted = true;
      };
      addEventListener("unhandledrejection", offerRetry);
      requestAnimationFrame(() => setTimeout(start));
      setTimeout(start, ${String(UNSEEN_AFTER_MS)});
    }`;
        return html.replaceAll(SCRIPT, "").replace("</body>", `  <script>${loader}</script>\n  </body>`);
      },
    },
  };
}
