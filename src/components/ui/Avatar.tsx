import { useState } from "react";

import styles from "./Avatar.module.css";
import { getInitials } from "#src/format/getInitials.ts";

interface AvatarProps {
  /** The person's or group's name; its initials replace a missing picture. */
  name: string;
  url?: string | null;
  sizePx?: number;
}

const TINT_COUNT = 6;

/** A round picture. Decorative, since the name is beside it. */
export function Avatar({ name, url = null, sizePx = 40 }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const canShowPicture = url !== null && url !== "" && url !== brokenUrl;
  return (
    <span
      className={styles.avatar}
      style={{ width: sizePx, height: sizePx, fontSize: sizePx * 0.4 }}
      data-tint={pickTint(name)}
      aria-hidden="true"
    >
      {getInitials(name)}
      {canShowPicture && (
        <img
          src={url}
          alt=""
          width={sizePx}
          height={sizePx}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBrokenUrl(url)}
        />
      )}
    </span>
  );
}

/** A name has the same colour on every device. */
function pickTint(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return sum % TINT_COUNT;
}
