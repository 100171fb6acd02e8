import type { Plugin } from "vite";

const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g;

/** A frame that nobody sees paints nothing; its scripts come after this. */
const UNSEEN_AFTER_MS = 500;

/**
 * Asks for the scripts once the shell is painted, so that they do not keep the first picture waiting. All are fetched at
 * once and run one after the other, each in a task of its own, so that the page hears touches in between. Where they
 * cannot be loaded, or the app breaks before it shows anything, shows the shell's button to try again.
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
