/**
 * The token that calls are made with. Not the stored one: another person may take over the storage while this page is
 * open, and nothing may be asked for in their name.
 */
export interface Bearer {
  read: () => string | null;
  keep: (token: string) => void;
  drop: () => void;
}

export function createBearer(): Bearer {
  let current: string | null = null;
  return {
    read: () => current,
    keep: (token) => {
      current = token;
    },
    drop: () => {
      current = null;
    },
  };
}
