import { useMemo } from "react";

import { drawQrPath } from "./drawQrPath.ts";
import styles from "./QrCode.module.css";

interface QrCodeProps {
  /** What a scanner reads. */
  text: string;
  /** Says what the code is for: nobody can hear what it holds. */
  label: string;
}

/** A QR code, black on white in every theme, since many scanners read no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => drawQrPath(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img of a drawing made here needs an address of its own
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
