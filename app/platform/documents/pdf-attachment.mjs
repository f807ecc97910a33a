// Runs in a process of its own (pdf-attachment.server.ts): writes the e-invoice in the PDF of its standard input to its
// standard output; nothing if there is none. The address of pdf.js is its argument.

const [library = "", mostBytes = ""] = process.argv.slice(1);

/** Names of the XML in ZUGFeRD, Factur-X and XRechnung, the current one first. */
const NAMES = ["factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml"];

// A stream of a few bytes can decompress to gigabytes, outside of the heap that Node limits. pdf.js allocates the
// memory for them here.
let allocated = 0;
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, args, newTarget) {
    const [of] = args;
    if (!(of instanceof ArrayBuffer)) allocated += typeof of === "number" ? of : (of?.length ?? 0);
    if (allocated > Number(mostBytes)) process.exit(1);
    return Reflect.construct(target, args, newTarget);
  },
});

// What pdf.js says about damaged files would be read as output.
for (const say of ["log", "info", "warn", "error"]) Object.assign(console, { [say]: () => {} });

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { getDocumentProxy } = await import(library);
const data = new Uint8Array(Buffer.concat(chunks));
const document = await getDocumentProxy(data, { isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
const attachments = Object.values((await document.getAttachments()) ?? {});
const named = NAMES.map((name) => attachments.find(({ filename }) => String(filename).toLowerCase() === name));
const found = named.find(Boolean);
process.stdout.write(found?.content ?? "", () => process.exit(0));
