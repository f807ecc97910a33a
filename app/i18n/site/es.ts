import type { Figures, SiteContent } from "./content";

export default ({ trial, keep, monthly, yearly, perYear, competitor }: Figures): SiteContent => ({
  landing: {
    title: "Finderlohn: afiliados, leads y comisiones",
    description: `Los leads de sus afiliados, los negocios ganados y las comisiones pendientes en un mismo lugar. ${trial} días gratis, sin tarjeta.`,
  },
  plansPage: {
    title: "Precios",
    description: `Un plan con todo incluido: ${yearly} al mes con pago anual o ${monthly} con pago mensual. ${trial} días gratis, sin tarjeta.`,
  },
  descriptions: {
    signIn: "Inicie sesión y tenga a la vista sus afiliados, leads y comisiones.",
    portal: "El portal de afiliados: envíe leads y siga negocios y comisiones, sin contraseña.",
    api: "La API REST de Finderlohn: lea y escriba leads, negocios, afiliados y comisiones.",
    imprint: "Quién gestiona Finderlohn y cómo contactarnos.",
    privacy: "Qué datos trata Finderlohn, para qué y durante cuánto tiempo.",
  },
  nav: { features: "Funciones", questions: "Preguntas" },
  hero: {
    title: "A cada uno su comisión, al céntimo",
    text: "Finderlohn acompaña cada lead de sus afiliados hasta el negocio ganado y la comisión pagada. Calcula lo que usted debe y muestra por qué.",
    start: "Prueba gratuita",
    note: `${trial} días gratis. Sin tarjeta.`,
    more: "Ver cómo funciona",
    picture: "El pipeline de Finderlohn: los leads abiertos como tarjetas, con su afiliado y el siguiente paso",
  },
  figures: {
    title: "Finderlohn en cifras",
    items: [
      { figure: "2 M+", label: "en comisiones registradas" },
      { figure: "10.000+", label: "negocios gestionados" },
      { figure: "4,9/5", label: "en más de 200 reseñas" },
    ],
  },
  ways: {
    title: "Comisiones sin hojas de cálculo",
    text: "Lo que cada mes había que buscar, copiar y recalcular ahora ocurre solo.",
    old: {
      title: "Antes",
      points: [
        "Los leads llegan por correo y se copian en una lista",
        "Las comisiones se calculan a mano, negocio por negocio",
        "Nadie recuerda qué condiciones valían en cada momento",
        "Los afiliados preguntan dónde está su dinero",
        "Los justificantes se pierden en algún buzón",
      ],
    },
    new: {
      title: "Con Finderlohn",
      points: [
        "Los afiliados envían sus leads en su propio portal",
        "Las comisiones se calculan en cuanto se gana un negocio",
        "Cada importe muestra de qué condiciones procede",
        "Los afiliados ven lo que han ganado y cuándo vence",
        "El justificante está junto al pago",
      ],
    },
  },
  features: {
    title: "Del lead al pago, todo en un mismo lugar",
    text: "Tres tareas de las que Finderlohn se ocupa cada día.",
    items: {
      tracking: {
        title: "Seguimiento automático",
        text: "Desde el primer contacto hasta el último pago, cada paso queda registrado. Nadie tiene que llevar una lista.",
        points: [
          "Los afiliados inician sesión con un enlace y envían sus leads",
          "Los negocios recurrentes reciben un pago por cada mes del contrato",
          "Los posibles duplicados se señalan y cada cambio se conserva",
        ],
        picture: "Un lead con sus pasos: quién lo trajo y qué viene después",
      },
      rules: {
        title: "Reglas de comisión",
        text: "Porcentaje, importe fijo o por tramos: se calcula en cuanto se gana un negocio.",
        points: [
          "Condiciones propias para cada afiliado",
          "Tramos que suben con el volumen del año",
          "Cada importe con su cálculo, para usted y para el afiliado",
        ],
        picture: "Cómo se calculó una comisión: la base, el porcentaje y las condiciones aplicadas",
      },
      reporting: {
        title: "Informes en tiempo real",
        text: "Lo ganado, lo pendiente y lo pagado, siempre al día.",
        points: [
          "Las pantallas abiertas muestran los cambios en menos de un segundo",
          "Leads, conversión y comisiones de cada afiliado",
          "Exportación CSV, acceso a la API y webhooks para sus demás herramientas",
        ],
        picture: "El informe de un periodo: cifras clave, evolución por meses y clasificación de afiliados",
      },
    },
  },
  steps: {
    title: "Cómo funciona",
    items: [
      {
        title: "Invite a sus afiliados",
        text: "Bastan un nombre y un correo electrónico. Fije para cada uno un porcentaje, un importe fijo o tramos.",
        picture: "El formulario que invita a un afiliado, con nombre y correo electrónico",
      },
      {
        title: "Convierta los leads en negocios",
        text: "Los leads llegan a su pipeline. Usted los cualifica, gana el negocio y la comisión queda calculada.",
        picture: "El formulario de un negocio ganado: la comisión se calcula mientras se escribe el importe",
      },
      {
        title: "Pague lo que toca",
        text: "Una pantalla reúne todo lo pendiente. Márquelo como pagado, añada el justificante y el afiliado recibe el aviso.",
        picture: "Todo lo pendiente, por afiliado y moneda, antes de marcarlo como pagado",
      },
    ],
  },
  pricing: {
    title: "Un plan con todo incluido",
    text: `Pruébelo durante ${trial} días. Después elija cómo quiere pagar.`,
    switch: "Facturación",
    save: "Ahorre un 20 %",
    twoMonths: "2 meses gratis",
    month: "/mes",
    plan: "Premium",
    vat: "más IVA",
    monthly: { name: "Mensual", perMonth: monthly, billed: "Se factura cada mes" },
    yearly: { name: "Anual", perMonth: yearly, billed: `${perYear} al año, en una factura anual` },
    features: [
      "Leads ilimitados",
      "Negocios ilimitados",
      "Gestión de afiliados",
      "Liquidación de comisiones",
      "Webhooks",
      "Varios usuarios",
      "Soporte premium",
    ],
    start: "Prueba gratuita",
    note: `${trial} días gratis. Sin tarjeta.`,
    all: "Comparar los precios",
  },
  comparison: {
    title: "Finderlohn en comparación",
    text: "Con otras herramientas de afiliación y con la hoja de cálculo con la que casi todos empiezan.",
    columns: ["Finderlohn", "Competidores", "Hojas de cálculo"],
    rows: [
      {
        label: "Puesta en marcha",
        cells: ["5 minutos", "Días, a menudo con un consultor", "Horas, y otra vez con cada cambio"],
      },
      {
        label: "Precio al mes",
        cells: [yearly, `${competitor} o más`, "Sin cuota, pero muchas horas de trabajo"],
      },
      {
        label: "Afiliados y leads",
        cells: ["Ilimitados", "A menudo limitados por el plan", "Mientras no pierda la cuenta"],
      },
      { label: "Comisiones", cells: ["Calculadas al ganar el negocio", "Calculadas", "A mano"] },
      {
        label: "Portal para afiliados",
        cells: ["Incluido, sin contraseña", "A menudo con recargo", "Ninguno"],
      },
      {
        label: "Razón de cada importe",
        cells: ["Condiciones y cálculo a la vista", "Pocas veces", "La sabe quien escribió la fórmula"],
      },
    ],
  },
  voices: {
    title: "Lo que dicen los clientes",
    note: "Testimonios de ejemplo",
    items: [
      {
        text: "Liquidar las comisiones me llevaba dos días al mes. Ahora reviso una lista y hago un clic.",
        person: "Julia Brandt",
        role: "Directora de alianzas",
        company: "Nordwerk Media",
      },
      {
        text: "Nuestros socios ya no preguntan cuánto les corresponde. Lo consultan, y la cifra es correcta.",
        person: "Marc Lefèvre",
        role: "Director general",
        company: "Atelier Croissance",
      },
      {
        text: "Dimos de alta al primer afiliado durante una llamada. Antes de colgar ya había llegado el primer lead.",
        person: "Lucía Romero",
        role: "Directora comercial",
        company: "Puente Digital",
      },
    ],
  },
  questions: {
    title: "Preguntas frecuentes",
    items: [
      {
        question: "¿Cuánto dura la prueba gratuita?",
        answer: `${trial} días, con todas las funciones. No se necesita tarjeta y no se cobra nada al terminar.`,
      },
      {
        question: "¿Qué pasa cuando termina la prueba?",
        answer: `Elija un plan y siga trabajando. Si no, su organización queda en pausa: aún puede leerlo y exportarlo todo. Guardamos sus datos durante ${keep} días y después se eliminan.`,
      },
      {
        question: "¿Puedo cancelar en cualquier momento?",
        answer: `Sí, en la configuración. Premium sigue activo hasta el final del periodo pagado. Después guardamos sus datos durante ${keep} días, por si vuelve.`,
      },
      {
        question: "¿Cómo se calculan las comisiones?",
        answer:
          "Según las condiciones acordadas con el afiliado: un porcentaje, un importe fijo o tramos que suben con el volumen del año. El cálculo se hace en cuanto se gana un negocio y se conserva con él.",
      },
      {
        question: "¿Pagan algo los afiliados?",
        answer:
          "No. Los afiliados usan su portal gratis y sin contraseña: inician sesión con un enlace que reciben por correo.",
      },
      {
        question: "¿Cuántos afiliados, leads y compañeros puedo añadir?",
        answer:
          "Todos los que quiera. Afiliados, leads y negocios son ilimitados, y puede invitar a compañeros como propietarios o miembros.",
      },
      {
        question: "¿Funciona Finderlohn con mis otras herramientas?",
        answer:
          "Sí. Los webhooks avisan a sus sistemas de leads y negocios nuevos, la API lee y escribe, y los leads, los negocios, los afiliados, las comisiones y las transacciones se pueden exportar como CSV.",
      },
      {
        question: "¿Están seguros mis datos?",
        answer:
          "La propia base de datos separa las organizaciones: ninguna consulta alcanza las filas de otra. El acceso puede protegerse con un segundo factor, y cada cambio en personas y dinero queda registrado.",
      },
    ],
  },
  closing: {
    title: "¿Cerramos la hoja de cálculo?",
    text: `En marcha en 5 minutos y ${trial} días con todas las funciones. Sin tarjeta.`,
    start: "Prueba gratuita",
  },
  plans: {
    title: "Un plan con todo incluido",
    text: `Empiece con ${trial} días gratis. Sin tarjeta.`,
    own: {
      trial: "Su prueba gratuita está en curso. Un plan empieza de inmediato y se renueva hasta que lo cancele.",
      expired: "Su organización está en pausa. Con un plan continúa de inmediato, con todos sus datos.",
      subscribed: "Su organización tiene un plan. Puede cambiarlo en la configuración.",
    },
    welcome: "Le damos la bienvenida. Su organización está lista",
    welcomeText: `Sus ${trial} días de prueba gratuita han empezado. Puede elegir un plan ahora o más adelante.`,
    start: "Empezar la prueba gratuita",
    buyMonthly: "Elegir el mensual",
    buyYearly: "Elegir el anual",
    after: `Tras una cancelación o una prueba sin plan guardamos sus datos durante ${keep} días.`,
  },
  success: {
    title: "Le damos la bienvenida a Premium",
    text: "Gracias. Todo está listo y puede seguir trabajando.",
    status: {
      subscribed: "Premium está activo.",
      trial: "Su pago se está confirmando. Tarda unos segundos.",
      expired: "Su pago se está confirmando. Tarda unos segundos.",
    },
    check: "Comprobar de nuevo",
    go: "Ir a sus leads",
    signIn: "Iniciar sesión",
  },
  legal: { imprint: "Aviso legal", privacy: "Privacidad" },
});
