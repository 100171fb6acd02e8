import { useState } from "react";

import styles from "./Avatar.module.css";

interface AvatarProps {
  /** The person's or group's name; its first letter stands in for a missing picture. */
  name: string;
  url?: string | null;
  sizePx?: number;
}

/** A round picture, decorative: the name stands beside it. */
export function Avatar({ name, url = null, sizePx = 40 }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const canShowPicture = url !== null && url !== "" && url !== brokenUrl;
  return (
    <span
      className={styles.avatar}
      style={{ width: sizePx, height: sizePx, fontSize: sizePx * 0.42 }}
      aria-hidden="true"
    >
      {canShowPicture ? (
        <img
          src={url}
          alt=""
          width={sizePx}
          height={sizePx}
          referrerPolicy="no-referrer"
          onError={() => {
            setBrokenUrl(url);
          }}
        />
      ) : (
        (Array.from(name.trim())[0] ?? "?").toLocaleUpperCase()
      )}
    </span>
  );
}
