import { buildElement } from "./buildElement.ts";
import type { Write } from "./pageTexts.ts";

/** What is typed; it stays where the language changes. */
export interface Draft {
  papers: string;
  operatorKey: string;
  beacon: string;
}

interface Answers {
  onStart: () => void;
  onFiles: (files: FileList | null) => void;
}

/** Takes evidence and receipts by paste or file. */
export function buildForm(draft: Draft, write: Write, { onStart, onFiles }: Answers): HTMLElement {
  const papers = buildField("papers", 6);
  const files = buildElement("input", { id: "files", attributes: { type: "file", multiple: "", accept: ".json" } });
  files.addEventListener("change", () => onFiles(files.files));
  papers.field.setAttribute("aria-describedby", "hint");
  const operatorKey = buildField("operatorKey", 2);
  const beacon = buildField("beacon", 3);
  const form = buildElement(
    "form",
    {},
    papers.label,
    buildElement("p", { class: "muted", id: "hint" }, write("proof:page.papersHint")),
    papers.field,
    buildElement("label", { attributes: { for: "files" } }, write("proof:page.files")),
    files,
    buildElement(
      "details",
      {},
      buildElement("summary", {}, write("proof:page.more")),
      operatorKey.label,
      operatorKey.field,
      beacon.label,
      beacon.field,
    ),
    buildElement("button", { attributes: { type: "submit" } }, write("proof:page.start")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onStart();
  });
  return form;

  function buildField(name: keyof Draft, rows: number) {
    const field = buildElement("textarea", { id: name, attributes: { rows: String(rows), spellcheck: "false" } });
    field.value = draft[name];
    field.addEventListener("input", () => {
      draft[name] = field.value;
    });
    return { label: buildElement("label", { attributes: { for: name } }, write(`proof:page.${name}`)), field };
  }
}

/** Adds what files hold to what is there, as one list of JSON. */
export async function addFiles(draft: Draft, files: FileList | null): Promise<void> {
  const added = await Promise.all([...(files ?? [])].map((file) => file.text()));
  const [first = "", ...more] = [draft.papers, ...added].map((text) => text.trim()).filter((text) => text !== "");
  draft.papers = more.length === 0 ? first : `[${[first, ...more].join(",\n")}]`;
}
