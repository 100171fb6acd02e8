import { useEffect, useState } from "react";

import { LANGUAGES, type Language } from "#domain/language/language.ts";

import { PALETTES, type ThemeName } from "../themes.ts";
import styles from "./GalleryPage.module.css";
import { formatPictureQuery, parsePictureQuery, type PictureQuery } from "./pictureQuery.ts";

interface GalleryPageProps {
  groups: readonly { name: string; pictures: readonly string[] }[];
}

/** Widths that phones have. */
const WIDTHS_PX = [320, 390, 560] as const;

const THEME_NAMES = Object.keys(PALETTES) as readonly ThemeName[];

/** The list of all pictures, and the chosen one in a phone. */
export function GalleryPage({ groups }: GalleryPageProps) {
  const [query, setQuery] = useState(() => parsePictureQuery(window.location.hash));
  const [search, setSearch] = useState("");
  const [widthPx, setWidthPx] = useState<number>(390);
  const change = (part: Partial<PictureQuery>) => setQuery((before) => ({ ...before, ...part }));
  useEffect(() => {
    window.history.replaceState(null, "", formatPictureQuery(query));
  }, [query]);
  const count = groups.reduce((sum, { pictures }) => sum + pictures.length, 0);
  return (
    <div className={styles.page}>
      <nav className={styles.list} aria-label="Pictures">
        <h1 className={styles.title}>Gallery</h1>
        <label className={styles.tool}>
          Find among {count}
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        {groups.map((group) => (
          <Group key={group.name} group={group} search={search} query={query} onChoose={change} />
        ))}
      </nav>
      <main className={styles.view}>
        <div className={styles.tools}>
          <label className={styles.tool}>
            Theme
            <select value={query.theme} onChange={(event) => change({ theme: event.target.value as ThemeName })}>
              {THEME_NAMES.map((theme) => (
                <option key={theme}>{theme}</option>
              ))}
            </select>
          </label>
          <label className={styles.tool}>
            Language
            <select value={query.language} onChange={(event) => change({ language: event.target.value as Language })}>
              {LANGUAGES.map((language) => (
                <option key={language}>{language}</option>
              ))}
            </select>
          </label>
          <label className={styles.tool}>
            Width
            <select value={widthPx} onChange={(event) => setWidthPx(Number(event.target.value))}>
              {WIDTHS_PX.map((width) => (
                <option key={width}>{width}</option>
              ))}
            </select>
          </label>
        </div>
        <Phone query={query} widthPx={widthPx} />
      </main>
    </div>
  );
}

interface GroupProps {
  group: GalleryPageProps["groups"][number];
  search: string;
  query: PictureQuery;
  onChoose: (choice: Pick<PictureQuery, "group" | "name">) => void;
}

function Group({ group, search, query, onChoose }: GroupProps) {
  const found = group.pictures.filter((name) => `${group.name} ${name}`.toLowerCase().includes(search.toLowerCase()));
  if (found.length === 0) return null;
  const isHere = group.name === query.group;
  return (
    <details open={isHere || search !== ""}>
      <summary>
        {group.name} <small>{found.length}</small>
      </summary>
      <ul>
        {found.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-current={isHere && name === query.name}
              onClick={() => onChoose({ group: group.name, name })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Phone({ query, widthPx }: { query: PictureQuery; widthPx: number }) {
  // Only the part after # changes, so that the frame keeps its page and shows the next picture at once.
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it shows a page of this very origin
    <iframe
      className={styles.phone}
      style={{ width: widthPx }}
      title="Picture"
      src={`/gallery/picture${formatPictureQuery(query)}`}
    />
  );
}
