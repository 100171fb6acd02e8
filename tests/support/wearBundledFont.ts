import "@fontsource/noto-sans/400.css";
import "@fontsource/noto-sans/500.css";
import "@fontsource/noto-sans/600.css";
import "@fontsource/noto-sans/700.css";

const WEIGHTS = [400, 500, 600, 700];
/** One of each file: Latin, extended, Vietnamese. */
const LETTERS = "aōắ";

// The system's own font is another one on each machine, and what fits a line with it.
document.documentElement.style.setProperty("--font-common", '"App Khmer", "Noto Sans", system-ui');
await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${String(weight)} 16px "Noto Sans"`, LETTERS)));
