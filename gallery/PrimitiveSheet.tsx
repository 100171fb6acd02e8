import type { Picture } from "./picture.ts";
import styles from "./PrimitiveSheet.module.css";
import { Scene } from "./static/Scene.tsx";

interface PrimitiveSheetProps {
  pictures: readonly Picture[];
}

/** Pictures of a primitive in a column, each with its name above. */
export function PrimitiveSheet({ pictures }: PrimitiveSheetProps) {
  return (
    <Scene hasLanguageButton={false}>
      <main className={styles.sheet}>
        <h1 className="visually-hidden">Primitive</h1>
        {pictures.map(({ name, node }) => (
          <figure key={name} className={styles.picture}>
            <figcaption className={styles.name}>{name}</figcaption>
            {node}
          </figure>
        ))}
      </main>
    </Scene>
  );
}
