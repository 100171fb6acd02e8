/** The icons of src/icons, which the page holds as one sprite; a test compares this list with the folder. */
export type IconName =
  | "back"
  | "check"
  | "chevronRight"
  | "clock"
  | "close"
  | "copy"
  | "cross"
  | "crown"
  | "dice"
  | "edit"
  | "equal"
  | "eye"
  | "eyeOff"
  | "gift"
  | "globe"
  | "home"
  | "info"
  | "key"
  | "linkOut"
  | "lock"
  | "mail"
  | "minus"
  | "offline"
  | "person"
  | "plus"
  | "qr"
  | "refresh"
  | "send"
  | "sent"
  | "share"
  | "shield"
  | "sparkle"
  | "wallet"
  | "warning";

interface IconProps {
  name: IconName;
  /** Both sides of the square; icons are drawn for 24. */
  sizePx?: number;
}

/** A decorative icon beside a text: it has the text's colour, and screen readers skip it. */
export function Icon({ name, sizePx = 24 }: IconProps) {
  return (
    <svg width={sizePx} height={sizePx} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
