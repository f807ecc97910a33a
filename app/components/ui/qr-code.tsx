import { cn } from "./cn";

type QrCodeProps = {
  /** What `qrPath` returns. */
  qr: { size: number; path: string };
  label: string;
  className: string;
};

/** A QR code, dark on light in either theme, because some apps cannot read the inverse. */
export const QrCode = ({ qr: { size, path }, label, className }: QrCodeProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className={cn("rounded-md border", className)}
  >
    <rect width={size} height={size} fill="white" />
    <path d={path} fill="black" />
  </svg>
);
