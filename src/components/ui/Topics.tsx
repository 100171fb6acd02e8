import type { ReactNode } from "react";

import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Topics.module.css";

interface TopicProps {
  icon: IconName;
  title: string;
  text: string;
  /** More about it. */
  children?: ReactNode;
}

/** Topics that a page explains, one below the other; `isOrdered` where they follow each other. */
export function Topics({ isOrdered = false, children }: { isOrdered?: boolean; children: ReactNode }) {
  const List = isOrdered ? "ol" : "ul";
  return <List className={styles.topics}>{children}</List>;
}

export function Topic({ icon, title, text, children }: TopicProps) {
  return (
    <li className={styles.topic}>
      <span className={styles.icon} aria-hidden="true">
        <Icon name={icon} sizePx={22} />
      </span>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </li>
  );
}
