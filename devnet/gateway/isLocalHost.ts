const LOCAL_HOST = /^(localhost|p[1-9]\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a Host header names this machine. Other names are refused: a page of another site can point its own name
 * here.
 */
export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOST.test(host);
}
