import i18next from "i18next";

/** By number, and by the unit of a wait. */
const SUFFIXES = ["", "_one", "_other", "_seconds", "_minutes", "_hours"];

/** What a text may read as, with anything in its places. */
export function readLabel(key: string): RegExp {
  const [namespace = "", path = ""] = key.split(":");
  const find = (suffix: string): unknown => i18next.getResource("en", namespace, `${path}${suffix}`);
  const texts = SUFFIXES.map(find).filter((text) => typeof text === "string");
  const patterns = (texts.length === 0 ? [key] : texts).map((text) =>
    text.replaceAll(/[.*+?^$()|[\]\\]/gu, String.raw`\$&`).replaceAll(/\{\{.+?\}\}/gu, ".+"),
  );
  return new RegExp(`^(?:${patterns.join("|")})$`, "u");
}
