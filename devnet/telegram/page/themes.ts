/** The Telegram web client that the page imitates. */
export type Flavour = "a" | "k";
export type Theme = "light" | "dark";
export type ThemeParams = Readonly<Record<string, string>>;

const LIGHT = {
  bg_color: "#ffffff",
  text_color: "#000000",
  hint_color: "#707579",
  link_color: "#3390ec",
  button_color: "#3390ec",
  button_text_color: "#ffffff",
  secondary_bg_color: "#f4f4f5",
  header_bg_color: "#ffffff",
  accent_text_color: "#3390ec",
  section_bg_color: "#ffffff",
  section_header_text_color: "#707579",
  subtitle_text_color: "#707579",
  destructive_text_color: "#e53935",
};

const DARK = {
  bg_color: "#212121",
  text_color: "#ffffff",
  hint_color: "#aaaaaa",
  link_color: "#8774e1",
  button_color: "#8774e1",
  button_text_color: "#ffffff",
  secondary_bg_color: "#181818",
  header_bg_color: "#212121",
  accent_text_color: "#8774e1",
  section_bg_color: "#212121",
  section_header_text_color: "#aaaaaa",
  subtitle_text_color: "#aaaaaa",
  destructive_text_color: "#ff595a",
};

/** The theme parameters of one client: Web A has 14 colours, Web K 13 (no separator). */
export function themeParamsOf(flavour: Flavour, theme: Theme): ThemeParams {
  const colours = theme === "light" ? LIGHT : DARK;
  if (flavour === "k") return colours;
  return { ...colours, section_separator_color: theme === "light" ? "#c8c6cc" : "#303030" };
}
